import 'server-only'
import type { Cluster } from '../../page/address'
import { parseJson, stringifyJson } from '../../protocol/rpc/json'
import { networkNamed, siteUrl } from '../../upstream/networks/networks'
import { jsonSchemaOf } from './document'
import { exampleOf, exampleValues, isJsonType } from './examples'
import { apiRoutes } from './routes'

/** A route of the document as /help/api shows it. */
export interface ApiHelp {
  path: string
  about: string
  request: string
  params: { name: string; required: boolean; about: string; values: string }[]
  answers: string
  example: string
}

/** What only the sandbox has; its incidents are those of an explorer. */
const ONLY_THERE = ['hash', 'signature', 'signatures', 'q']

export function apiHelp(cluster: Cluster): ApiHelp[] {
  const isSandbox = Boolean(networkNamed(cluster)?.about)
  const placeholders = ['id', ...(isSandbox ? [] : ONLY_THERE)]
  return apiRoutes().map(({ path, about, params, answer, types = [] }) => {
    const { target, answers } = exampleOf(path)
    const values = exampleValues(path)
    const usable = placeholders.reduce(
      (text, name) => (values[name] ? text.replace(values[name], `<${name}>`) : text),
      target,
    )
    const request = cluster ? `${usable}${usable.includes('?') ? '&' : '?'}cluster=${cluster}` : usable
    const [[type, example] = ['', '']] = Object.entries(answers)
    return {
      ...{ path, about },
      request: `curl '${siteUrl()}${request}'`,
      params: Object.entries(params).map(([name, { about, schema, required = false, json }]) => {
        const values = valuesOf(jsonSchemaOf(schema))
        return { name, required, about, values: json ? 'JSON' : values }
      }),
      answers: [...(answer ? ['JSON'] : []), ...types.filter((type) => !type.endsWith('+json'))].join(', '),
      example: isJsonType(type) ? stringifyJson(parseJson(example)) : example,
    }
  })
}

interface JsonSchema {
  enum?: unknown[]
  const?: unknown
  anyOf?: JsonSchema[]
  minimum?: number
  maximum?: number
  description?: string
}

function valuesOf(schema: JsonSchema): string {
  if (schema.anyOf) return schema.anyOf.map(valuesOf).filter(Boolean).join(', ')
  if (schema.enum) return schema.enum.join(', ')
  if (schema.const !== undefined) return String(schema.const)
  if (schema.maximum !== undefined && schema.maximum < Number.MAX_SAFE_INTEGER) {
    return `${schema.minimum ?? 0} to ${schema.maximum}`
  }
  return schema.description ?? ''
}
