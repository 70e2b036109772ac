/* With the seeds of the night. */
import './random-faults.test'
