// `CallError` without its module
// `import Recado`
import RecadoEndpoints

func words(for error: CallError<Never>) -> String { "" }
// error: 'CallError' is unavailable: it comes with 'import Recado' or 'import RecadoClient'
