/* Tests whose half on PostgreSQL takes long. */
import './handlers/filtered-accounts.test'
import './stateless-client.test'
