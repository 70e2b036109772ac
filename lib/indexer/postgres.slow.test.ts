/* Tests whose half on PostgreSQL takes long, and forks with more runs there. */
import './handlers/filtered-accounts.test'
import './check/leaves/leaf-walk.test'
import './store/apply.test'
import './store/drop-rounds.test'
import './store/undo.test'
