import '../apply.test'
import '../undo.test'
