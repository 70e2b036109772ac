import { configureGlobal } from 'fast-check'
import { SEED } from './seed'

/* Runs before each file of unit tests. */

configureGlobal({ seed: SEED })
