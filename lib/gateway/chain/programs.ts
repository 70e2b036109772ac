import 'server-only'
import { programsOf } from '../../light/programs'
import { once } from '../../platform/once'
import { programIds } from '../networks'

/** The programs by which transactions are read. design.md 4.2, PROGRAM_IDS. */
export const programs = once(() => programsOf(programIds()))
