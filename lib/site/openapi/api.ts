import 'server-only'
import type { ApiAnswer } from '../../api/api-answer'
import { Content } from '../../api/content'
import { once } from '../../platform/once'
import { stringifyJson } from '../../protocol/rpc/json'
import { refuseOtherParams, takeNetwork } from '../../upstream/networks/network-param'
import { openApiDocument } from './document'

const document = once('OpenAPI document', () => new Content(stringifyJson(openApiDocument())))

/** GET /api/v1/openapi.json. design.md 4.4. @throws ProblemError invalid_params */
export function answerOpenApi(search: URLSearchParams): ApiAnswer {
  takeNetwork(search)
  refuseOtherParams(search, [])
  return { content: document(), cacheControl: 'public, max-age=300' }
}
