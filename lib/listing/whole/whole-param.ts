import 'server-only'
import { type InvalidParam, invalidParams, ProblemError } from '../../api/problem'
import { DEFAULT_CALLS, MAX_CALLS, WHOLE_MODES } from '../../api/whole'
import { CREATED_PARAMS } from '../address/created'
import type { WholeRequest } from './readings'

const METHOD = 'getCompressedAccountsByOwner'

export function readWholeParam(method: string, search: URLSearchParams): Omit<WholeRequest, 'minSlot'> | null {
  const [whole, calls] = [search.getAll('whole'), search.getAll('calls')]
  search.delete('whole')
  search.delete('calls')
  if (whole.length === 0 && calls.length === 0) return null
  const mode = WHOLE_MODES.find((known) => known === whole[0])
  const maxCalls = calls.length === 0 ? DEFAULT_CALLS : /^\d{1,6}$/.test(calls[0] ?? '') ? Number(calls[0]) : 0
  const invalid: InvalidParam[] = []
  if (method !== METHOD) invalid.push({ name: 'whole', message: `is a parameter of ${METHOD} alone` })
  else if (whole.length !== 1 || !mode)
    invalid.push({ name: 'whole', message: `must be one of ${WHOLE_MODES.join(', ')}` })
  if (calls.length > 1 || maxCalls < 1 || maxCalls > MAX_CALLS) {
    invalid.push({ name: 'calls', message: `must be a whole number from 1 to ${MAX_CALLS}` })
  }
  for (const name of CREATED_PARAMS.filter((name) => search.has(name))) {
    invalid.push({ name, message: 'cannot be combined with whole, which lists all accounts' })
  }
  if (search.has('sort')) {
    invalid.push({ name: 'sort', message: 'cannot be combined with whole: its rows come in the list’s own order' })
  }
  if (invalid.length > 0 || !mode) throw new ProblemError(invalidParams(invalid))
  return { mode, maxCalls }
}
