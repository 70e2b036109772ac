import 'server-only'
import { createHash } from 'node:crypto'
import { type HappenedIn, mintsIn } from '../../account/file-columns'
import { decodeRows } from '../../account/idl/decode-rows'
import { mintsOf } from '../../account/mints/load-mints'
import { type RowProof, zeroProofCounts } from '../../account/proof/contract'
import { addProofCounts, countProofs } from '../../account/proof/proof-file'
import { takeProof } from '../../account/proof/proof-param'
import { NOT_CHECKED, proofs } from '../../account/proof/proofs'
import { CONTENT_TYPES, EXPORT_FORMATS, type ExportFormat } from '../../api/file-format'
import { readSearchParams } from '../../api/operation-params'
import { invalidParams, ProblemError, problem } from '../../api/problem'
import { createdParams, type RequestParams, splitRequest } from '../../api/request-params'
import { toProblem } from '../../api/rpc-problem'
import { withoutComments } from '../../format/csv'
import { nowIso } from '../../platform/clock'
import type { RequestClient } from '../../platform/waiting-clients'
import { isRpcError } from '../../protocol/rpc/failure'
import { type AccountItem, type AnyItem, holdsAccount } from '../../protocol/rpc/items'
import { stringifyJson } from '../../protocol/rpc/json'
import { isListMethod, type ListMethod, type Params, rowsNameOf } from '../../protocol/rpc/methods'
import { limits } from '../../rpc-client/limits'
import { answerTo } from '../../upstream/ask'
import { chainOf } from '../../upstream/chain/node'
import { slotReached, slotWaitDeadline } from '../../upstream/min-slot'
import { takeComments, takeNetwork, takeOneOf } from '../../upstream/networks/network-param'
import type { Network } from '../../upstream/networks/networks'
import { assertPlaceReached, prepareRequest } from '../ask'
import { rangeOf, readMomentParams } from '../created-param'
import type { ListingCursor } from '../cursor/cursor'
import { readPlace, sortOf } from '../cursor/place'
import { idlOfRows } from '../decoded'
import { takePageSpellings } from '../page-spelling'
import { notSortable, walkSorted } from '../read/sorted-listing'
import { type WalkEnd, type WalkStep, walkList } from '../read/walk'
import { type WholeStep, walkWhole } from '../whole/walk-whole'
import { readWholeParam } from '../whole/whole-param'
import { type ExportRequest, type ExportSummary, exportFileName, exportHead, exportRows, exportTail } from './document'
import { Totals } from './totals'

/** Per part of a file. */
const MAX_MINTS = 100
const MINTS_MS = 800

interface Shape {
  format: ExportFormat
  /** True: each part ends with a mark, and the client retries if an indexer fails. */
  marks: boolean
  proof: boolean
  comments: boolean
}

type FileEnd = WalkEnd & Pick<ExportSummary, 'page' | 'whole'>

type FileStep<M extends ListMethod> = WalkStep<M> & Partial<Pick<WholeStep, 'createdAfter'>>

type FileWalk<M extends ListMethod> = AsyncGenerator<FileStep<M>, FileEnd>

/** Resolves with the first rows, so that an earlier failure is an error response. design.md 4.4. @throws ProblemError */
export async function openExport(happenedIn: HappenedIn, name: string, search: URLSearchParams, client: RequestClient) {
  if (!isListMethod(name)) throw new ProblemError(problem('unknown_operation', 'Only paged lists can be exported.'))
  return open(happenedIn, name, search, client)
}

async function open<M extends ListMethod>(
  happenedIn: HappenedIn,
  method: M,
  search: URLSearchParams,
  client: RequestClient,
) {
  const network = takeNetwork(search)
  const shape: Shape = {
    format: takeOneOf(search, 'format', EXPORT_FORMATS),
    marks: search.has('marks') && takeOneOf(search, 'marks', ['true', 'false']) === 'true',
    proof: takeProof(method, search),
    comments: takeComments(search),
  }
  const whole = readWholeParam(method, search)
  const refused = (name: string, message: string) => new ProblemError(invalidParams([{ name, message }]))
  if (whole?.mode === 'estimate') throw refused('whole', 'must be true or twice for a file')
  if (whole && search.has('limit')) throw refused('limit', 'cannot be combined with whole: a file has all rows')
  const moments = readMomentParams(method, search)
  takePageSpellings(method, search)
  const read = readSearchParams(method, search, true)
  if (!read.ok) throw new ProblemError(invalidParams(read.invalid))
  const given = moments ? { ...read.params, ...(await rangeOf(network, moments)) } : read.params
  const { params: own, sort: by, minSlot, created } = splitRequest<M>(given)
  const { cursor = null, limit = null, ...rest } = own
  const params = rest as Params<M>
  // Lists that are read whole have their own cursors.
  const place = readPlace(network, method, whole ? params : own, sortOf(method, by, created))
  const request: ExportRequest<M> = {
    method,
    rows: rowsNameOf(method),
    params: {
      ...params,
      ...(by !== null && { sort: by }),
      ...(minSlot !== null && { minSlot }),
      ...(created && createdParams(created)),
    },
    network: network.name,
    from: cursor,
    limit,
    proof: shape.proof,
    ...(whole && { whole: whole.mode === 'twice' ? 'twice' : 'true' }),
    happened: rowsNameOf(method) === 'signatures' && chainOf(network) !== null,
    startedAt: nowIso(),
  }
  await assertPlaceReached(network, place.cursor)
  const patienceMs = shape.marks ? 0 : limits().walkPatienceMs
  const walkOf = (): FileWalk<M> => {
    if (whole) {
      // Only this method accepts `whole`, which the type does not express.
      const ofOwner = own as Params<'getCompressedAccountsByOwner'>
      return walkWhole(network, ofOwner, { ...whole, minSlot }, patienceMs, client) as FileWalk<M>
    }
    if (limit !== null) return onePage(network, method, given, place.cursor.position.rowsBefore)
    if (place.sort !== null) return walkSorted(network, method, params, { ...place, sort: place.sort }, minSlot)
    return walkList(network, method, params, place.cursor as ListingCursor, patienceMs, client.left, minSlot)
  }
  if (whole && minSlot !== null) await slotReached(network, minSlot, slotWaitDeadline())
  const walk = walkOf()
  const first = await walk.next().catch((error: unknown) => {
    throw isRpcError(error) ? new ProblemError(toProblem(error.failure), { cause: error }) : error
  })
  return {
    contentType: CONTENT_TYPES[shape.format],
    fileName: exportFileName(shape.format, request),
    pieces: pieces(network, request, shape, happenedIn, first, walk),
  }
}

async function* onePage<M extends ListMethod>(
  network: Network,
  method: M,
  params: RequestParams<M>,
  rowsBeforeCursor: number | null,
): FileWalk<M> {
  const { answer, via } = await answerTo(prepareRequest(network, method, params))
  const { result, meta } = answer
  const items = result.value.items as WalkStep<M>['items']
  const { repeatsRemoved = 0, rowsBefore = rowsBeforeCursor, sorted } = meta
  if (sorted?.whole === false) throw notSortable(sorted.reason ?? '')
  const requests = via === 'miss' ? 1 : 0
  yield { items, slot: meta.slot ?? 0, cursor: null, repeatsRemoved, ordered: true, requests }
  const next = result.value.cursor ?? null
  const isWhole = !('cursor' in params && params.cursor) && next === null
  const rows =
    items.length === 0
      ? 'no rows'
      : rowsBefore === null
        ? 'rows after a cursor from elsewhere'
        : `rows ${rowsBefore + 1} to ${rowsBefore + items.length}`
  const old = meta.state === 'stale' ? `; not current (${meta.reason}): as of ${meta.fetchedAt}` : ''
  const known = { repeatsRemoved, requests, next, problem: null }
  if (!isWhole) return { ...known, complete: null, completeReason: rows + old, page: true }
  return { ...known, complete: meta.complete, completeReason: (meta.completeReason ?? 'the list is one page') + old }
}

async function* pieces<M extends ListMethod>(
  network: Network,
  request: ExportRequest<M>,
  { format, marks, proof, comments }: Shape,
  happenedIn: HappenedIn,
  first: IteratorResult<FileStep<M>, FileEnd>,
  walk: FileWalk<M>,
): AsyncGenerator<Uint8Array, void> {
  const digest = createHash('sha256')
  // A client continues at the cursor of the last mark and drops what follows it. Lengths delimit parts, so that no text of
  // an indexer can pass for a mark.
  function* part(text: string, about: { part: string; [member: string]: unknown }) {
    const bytes = Buffer.from(text)
    if (about.part !== 'end') digest.update(bytes)
    const mark = marks && stringifyJson({ mark: { ...about, bytes: bytes.length } })
    if (mark) yield Buffer.from(format === 'csv' ? `# ${mark}\r\n` : `${mark}\n`)
    yield bytes
  }
  const idl = first.done ? null : await idlOfRows(network, request.method, request.params, first.value.items)
  const about = idl && { source: idl.source, hash: idl.hash }
  yield* part(headOf(format, { ...request, ...(about && { idl: about }) }, comments), { part: 'head' })
  const sum = request.rows === 'signatures' ? null : new Totals(request.rows, request.params)
  let rows = 0
  let proven = zeroProofCounts()
  let slots = null as { from: number; to: number } | null
  let step = first
  for (; !step.done; step = await walk.next()) {
    const { items, createdAfter, ...at } = step.value
    if (items.length === 0) continue
    rows += items.length
    slots = { from: Math.min(slots?.from ?? at.slot, at.slot), to: Math.max(slots?.to ?? at.slot, at.slot) }
    const proofs = proof ? await proofsOf(request, items, step.value.indexer) : undefined
    const counts = proofs && countProofs(proofs)
    if (counts) proven = addProofCounts(proven, counts)
    const of = mintsIn(request.rows, request.params, items).slice(0, MAX_MINTS)
    const { mints } = await mintsOf(network, of, MINTS_MS, 'export')
    sum?.addRows(items, mints)
    const totals = sum && marks && new Totals(request.rows, request.params).addRows(items, mints).read()
    const decoded = idl ? decodeRows(idl.idl, items as AccountItem[]).rows : items
    const drawn = request.happened
      ? items.map((item) => ('signature' in item ? { ...item, ...happenedIn(network, item.signature) } : item))
      : decoded
    yield* part(exportRows(format, request.rows, drawn, request.params, mints, proofs, createdAfter, idl !== null), {
      part: 'rows',
      rows: items.length,
      ...at,
      ...(counts && { proofs: counts }),
      ...(totals && { totals }),
    })
  }
  const { next, problem: why, requests, ...known } = step.value
  const endedAt = nowIso()
  const summary = {
    rows,
    slots,
    endedAt,
    ...(proof && { proofs: proven }),
    ...known,
    cursor: next,
    sha256: digest.digest('hex'),
  }
  const own = { ...(sum && { totals: sum.read() }), ...(request.from !== null && { fromCursor: true as const }) }
  const tail = comments ? exportTail(format, { ...summary, ...own }) : ''
  yield* part(tail, { part: 'end', summary, problem: why, requests })
  // Without comments and marks, only an aborted transfer shows that rows are missing.
  if (why && !comments && !marks) throw new ProblemError(why)
}

function headOf<M extends ListMethod>(format: ExportFormat, request: ExportRequest<M>, comments: boolean): string {
  if (comments) return exportHead(format, request)
  return format === 'csv' ? withoutComments(exportHead(format, request)) : ''
}

async function proofsOf<M extends ListMethod>(
  { network, params }: ExportRequest<M>,
  items: readonly AnyItem[],
  indexer: string | undefined,
): Promise<RowProof[]> {
  const sliced = 'dataSlice' in params && Boolean(params.dataSlice)
  const made = await proofs().of(network, items.filter(holdsAccount), { sliced, by: 'file', indexer })
  return made.map((proof) => proof ?? NOT_CHECKED)
}
