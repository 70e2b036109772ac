import 'server-only'
import { once } from '../../platform/once'
import { programsOf } from '../../protocol/light/programs'
import { configuration } from '../networks/networks'

/** design.md 4.2, PROGRAM_IDS. */
export const programs = once('programs', () => programsOf(configuration().programIds))
