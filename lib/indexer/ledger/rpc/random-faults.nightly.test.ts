import './random-faults.test'
