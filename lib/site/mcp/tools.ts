import 'server-only'
import { accountHref } from '../../account/address'
import { answerAccount, answerAccountHistory } from '../../account/api'
import type { ApiAnswer } from '../../api/api-answer'
import { answerCompare } from '../../compare/api'
import { delegateHref, latestHref } from '../../listing/address/list-address'
import { ownerHref } from '../../listing/address/owner-address'
import { answerOperation } from '../../listing/api'
import { filterText, href, txHref } from '../../page/address'
import type { RequestClient } from '../../platform/waiting-clients'
import { parseJson } from '../../protocol/rpc/json'
import { type MethodName, methods } from '../../protocol/rpc/methods'
import { statusHref } from '../../status/address'
import { answerStatus } from '../../status/api'
import { answerTransaction } from '../../transaction/api'
import { walletHref } from '../../wallet/address'
import { answerWallet } from '../../wallet/total/api'
import { jsonSchemaOf } from '../openapi/document'
import { apiRoutes, type Route } from '../openapi/routes'

/** A route of the API as a tool: its parameters are the arguments. */
interface Source {
  path: string
  answer(search: URLSearchParams, client: RequestClient): ApiAnswer | Promise<ApiAnswer>
  /** The page that shows the same. */
  page(given: Record<string, string>): string
  /** Always sent. */
  fixed?: Record<string, string>
}

function operation(method: MethodName, page: Source['page'], fixed = {}): Source {
  const answer: Source['answer'] = (search, client) => answerOperation(method, search, client)
  return { path: `/api/v1/${method}`, answer, page, fixed }
}

const PROVEN = { proof: 'true' }

const SOURCES: Readonly<Record<string, Source>> = {
  wallet: {
    path: '/api/v1/wallet',
    answer: answerWallet,
    page: ({ address = '', associated, cluster }) =>
      href(walletHref(address), { tab: associated && 'tokens', associated, cluster }),
  },
  owner: operation(
    'getCompressedAccountsByOwner',
    ({ owner = '', ...given }) => href(ownerHref(owner), spelledForPages(given)),
    PROVEN,
  ),
  delegate: operation(
    'getCompressedTokenAccountsByDelegate',
    ({ delegate = '', ...given }) => href(delegateHref(delegate), given),
    PROVEN,
  ),
  account: {
    path: '/api/v1/account',
    answer: answerAccount,
    page: ({ hash = '', minSlot, cluster }) => href(accountHref(hash), { minSlot, cluster }),
  },
  account_history: {
    path: '/api/v1/account/history',
    answer: answerAccountHistory,
    page: ({ hash = '', ...given }) => href(accountHref(hash), given),
  },
  transaction: {
    path: '/api/v1/transaction',
    answer: answerTransaction,
    page: ({ signature = '', cluster }) => txHref(signature, cluster),
  },
  latest: operation('getLatestCompressionSignatures', (given) => href(latestHref(), given)),
  status: { path: '/api/v1/status', answer: answerStatus, page: ({ cluster }) => statusHref(cluster) },
  compare: { path: '/api/v1/compare', answer: answerCompare, page: (given) => href('/compare', given) },
}

/** The reverse of takePageSpellings. Without `calls`, a page has the estimate first. */
function spelledForPages({ filters, dataSlice, whole, ...same }: Record<string, string>) {
  const accounts = methods.getCompressedAccountsByOwner.params.pick({ filters: true, dataSlice: true })
  const read = accounts.parse({ filters: jsonOf(filters), dataSlice: jsonOf(dataSlice) })
  return {
    ...same,
    filter: read.filters?.map(({ memcmp }) => filterText(memcmp)),
    slice: read.dataSlice && `${read.dataSlice.offset}:${read.dataSlice.length}`,
    whole: whole === 'estimate' ? 'true' : whole,
  }
}

const jsonOf = (text: string | undefined): unknown => (text === undefined ? undefined : parseJson(text))

/** Arguments that make a file instead of an answer, repeat what is always sent, or spell another one as pages do. */
const LEFT_OUT = new Set(['format', 'comments', 'proof', 'integers', 'filter', 'slice'])

export interface Tool extends Source {
  name: string
  about: string
  params: Route['params']
}

export function tools(): Tool[] {
  const routes = new Map(apiRoutes().map((route) => [route.path, route]))
  return Object.entries(SOURCES).map(([name, source]) => {
    const route = routes.get(source.path)
    if (!route) throw new Error(`no route ${source.path}`)
    const params = Object.entries(route.params).filter(([param]) => !LEFT_OUT.has(param))
    return { name, about: `${route.about}.`, ...source, params: Object.fromEntries(params) }
  })
}

/** As `tools/list` answers it. */
export function listed({ name, about, params }: Tool): object {
  const required = Object.entries(params).filter(([, param]) => param.required)
  return {
    name,
    description: about,
    inputSchema: {
      type: 'object',
      properties: Object.fromEntries(
        Object.entries(params).map(([param, { about, schema }]) => [param, describedBy(about, jsonSchemaOf(schema))]),
      ),
      required: required.map(([param]) => param),
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true, openWorldHint: true },
  }
}

function describedBy(about: string, schema: { description?: string }): object {
  return { ...schema, description: schema.description ? `${about}: ${schema.description}` : about }
}
