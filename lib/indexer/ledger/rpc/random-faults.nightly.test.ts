/* With the seeds of the night. */
import './random-faults.slow.test'
