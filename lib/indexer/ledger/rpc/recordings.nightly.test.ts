/* Each of them. */
import './recordings.test'
