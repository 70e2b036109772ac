/* Forks and batches on PostgreSQL, with many runs. */
import '../apply.test'
import '../undo.test'
