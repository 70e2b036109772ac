import 'server-only'
import type { ApiAnswer } from '../../api/api-answer'
import { Content } from '../../api/content'
import { once } from '../../platform/once'
import { stringifyJson } from '../../protocol/rpc/json'
import { refuseOtherParams, takeNetwork } from '../../upstream/networks/network-param'
import { openApiDocument } from './document'
import { apiRoutes } from './routes'

const CACHE_CONTROL = 'public, max-age=300'

const document = once('OpenAPI document', () => new Content(stringifyJson(openApiDocument())))

/** GET /api/v1/openapi.json. design.md 4.4. @throws ProblemError invalid_params */
export function answerOpenApi(search: URLSearchParams): ApiAnswer {
  takeNetwork(search)
  refuseOtherParams(search, [])
  return { content: document(), cacheControl: CACHE_CONTROL }
}

/** GET /api/v1: the routes, in a sentence each. design.md 4.4. @throws ProblemError invalid_params */
export function answerIndex(search: URLSearchParams): ApiAnswer {
  takeNetwork(search)
  refuseOtherParams(search, [])
  const routes = apiRoutes().map(({ path, about }) => ({ path, about }))
  const index = { document: '/api/v1/openapi.json', routes }
  return { content: new Content(stringifyJson(index)), cacheControl: CACHE_CONTROL }
}
