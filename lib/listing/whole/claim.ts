import type { UnprovenPart, WholeClaim, WholeListReport, WholeSum } from '../../api/whole'
import { formatCount, groupDigits } from '../../format/numbers'
import type { PartsProof } from './parts-reading'

interface ClaimFacts {
  by: WholeListReport['by']
  proof: PartsProof
  withData: number
  withoutData: number
  created: number
  slots: { from: number; to: number }
  sum: Omit<WholeSum, 'exact'>
  again: { differing: number } | null
}

const NAMED = 5

const WHY: Readonly<Record<UnprovenPart['why'], string>> = {
  alike: 'alike in every byte',
  filters: 'split no further with five filters',
  too_large: 'a row too large for the indexer',
  missing: 'the indexer left out a row that it had listed at the same slot',
  foreign: 'the indexer listed rows with other bytes than requested',
  repeated: 'the indexer listed a row twice',
}

export function createWholeClaim(facts: ClaimFacts): WholeClaim {
  const { proof, withData, withoutData, slots, sum } = facts
  const isProven = proof.unprovenParts === 0
  const isWhole = isProven && proof.fromBytes === 0 && proof.isClosedToNoData
  const complete = isProven ? isWhole || null : false
  const exact = isWhole && facts.created === 0 && facts.again?.differing === 0
  return {
    complete,
    withData: { rows: withData, proven: isProven, fromBytes: proof.fromBytes, shorter: proof.shorter },
    withoutData: { rows: withoutData, proven: isProven && proof.isClosedToNoData },
    unproven: proof.unproven,
    sum: { ...sum, exact },
    sentences: [
      ...(isProven ? provenSentences(facts, isWhole) : unprovenSentences(facts)),
      ...(facts.created > 0
        ? [
            `${formatCount(facts.created, 'account')} created after slot ${groupDigits(slots.from)} ${areOrIs(facts.created)} marked.`,
          ]
        : []),
      'Accounts consumed meanwhile may be missing, or still listed.',
      sumSentence(facts, exact),
    ],
  }
}

function provenSentences({ proof, withoutData, slots }: ClaimFacts, isWhole: boolean): string[] {
  const live = `that was live from slot ${groupDigits(slots.from)} to slot ${groupDigits(slots.to)} is listed once.`
  const { fromBytes, shorter, isClosedToNoData } = proof
  if (isWhole) return [`Every account ${live}`]
  const which = fromBytes === 0 ? '' : ` of at least ${formatCount(fromBytes, 'byte')}`
  return [
    `Every account with data${which} ${live}`,
    ...(fromBytes > 1 || shorter > 0
      ? [`Of accounts with shorter data ${foundSome(shorter)}; others cannot be excluded.`]
      : []),
    ...(isClosedToNoData ? [] : [`Of accounts without data ${foundSome(withoutData)}; others cannot be excluded.`]),
  ]
}

function unprovenSentences({ proof }: ClaimFacts): string[] {
  const { unproven, unprovenParts } = proof
  const named = unproven.slice(0, NAMED).map(nameOf)
  const more = unprovenParts - named.length
  return [
    `Accounts may be missing: ${formatCount(unprovenParts, 'part')} ${areOrIs(unprovenParts)} not proven.`,
    `Not proven: ${named.join('; ')}${more > 0 ? `; and ${groupDigits(more)} more` : ''}.`,
  ]
}

function nameOf({ bytes, rows, why }: UnprovenPart): string {
  const where = bytes
    .filter(({ hex }) => hex !== '')
    .map(({ offset, hex }) => `0x${hex} at offset ${offset}`)
    .join(' and ')
  return `data with ${where || 'any bytes'} (${formatCount(rows, 'account')} found; ${WHY[why]})`
}

function sumSentence({ by, created, again, proof }: ClaimFacts, exact: boolean): string {
  if (exact) return 'A second read of every part found the same accounts, so sums are exact.'
  if (proof.unprovenParts > 0 || proof.fromBytes > 0 || !proof.isClosedToNoData) {
    return 'Sums are of the accounts found, not exact: others cannot be excluded.'
  }
  if (created > 0) return 'Sums are not exact: accounts were created meanwhile.'
  if (again) return `Sums are not exact: a second read of ${formatCount(again.differing, 'part')} found other accounts.`
  if (by === 'pages') return 'Sums are not called exact: its pages were read once.'
  return 'Sums are not called exact: that takes a second read (whole=twice).'
}

function foundSome(count: number): string {
  return count === 0 ? 'none was found' : `${groupDigits(count)} ${count === 1 ? 'was' : 'were'} found`
}

function areOrIs(count: number): string {
  return count === 1 ? 'is' : 'are'
}
