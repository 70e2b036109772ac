import 'server-only'
import { once } from '../../platform/once'
import { resolvePrograms } from '../../protocol/light/programs'
import { configuration } from '../networks/networks'

export const programs = once('programs', () => resolvePrograms(configuration().programIds))
