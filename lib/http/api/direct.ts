import 'server-only'
import type { DirectApi } from '../direct-api'
import { answerApi } from './api'
import { answerFile } from './files'

/** Everything that the guard sends itself, without the framework: bytes that lie ready, or nearly so. */
export const answerDirect: DirectApi = (request) => answerApi(request) ?? answerFile(request)
