import 'server-only'
import { once } from '../../platform/once'
import { programsOf } from '../../protocol/light/programs'
import { configuration } from '../networks/networks'

export const programs = once('programs', () => programsOf(configuration().programIds))
