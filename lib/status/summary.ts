import type { IndexerStatus } from '../api/status'
import { VERDICT_FACTS } from '../api/verdicts'
import { formatUtc } from '../format/block-time'
import { formatCount, groupDigits } from '../format/numbers'
import { capitalize, escapeInvisible } from '../format/text'
import { STATIC_CARD } from '../page/card'
import type { Summary } from '../page/summary'
import type { AllStatus } from './all-networks'
import type { TimeRange } from './range'
import { allStatusTitle, statusTitle, verdictWithLag } from './title'

/** @param range null: the present status */
export function statusSummary(status: IndexerStatus, range: TimeRange | null): Summary {
  const { network, verdict, slot, summary } = status
  if (range) {
    const span = `${formatUtc(range.fromMs / 1_000)} to ${formatUtc(range.toMs / 1_000)}`
    return {
      title: `${network} indexer, ${span}`,
      description: `History of the ${network} indexer from ${span}: status, slot, speed, lag and latency.`,
      card: { ...STATIC_CARD, network, kind: 'Indexer status', headline: 'Indexer history', foot: span },
      index: false,
    }
  }
  return {
    title: statusTitle(status),
    // The summary may contain an indexer's text.
    description: `${escapeInvisible(summary)}${slot === null ? '' : ` Slot ${groupDigits(slot)}.`} Status, history and incidents.`,
    card: {
      ...STATIC_CARD,
      network,
      kind: 'Indexer status',
      headline: capitalize(verdictWithLag(status)),
      tone: VERDICT_FACTS[verdict].badge,
      foot: slot === null ? 'Slot unknown' : `Slot ${groupDigits(slot)}`,
    },
    index: true,
  }
}

/** For previews, which do not read the record. */
export function incidentSummary(id: string): Summary {
  const title = 'Incident of an indexer'
  const description = `${id}: what was seen, when it began and ended, and what it cost readers.`
  return { title, description, card: { ...STATIC_CARD, kind: 'Incident', headline: title, foot: '' }, index: false }
}

export function allStatusSummary(status: AllStatus): Summary {
  const { verdict, summary, networks } = status
  return {
    title: allStatusTitle(status),
    description: `${escapeInvisible(summary)} Status of every network, the worst first.`,
    card: {
      ...STATIC_CARD,
      network: null,
      kind: 'Indexer status',
      headline: capitalize(verdict),
      tone: VERDICT_FACTS[verdict].badge,
      foot:
        verdict === 'ok'
          ? `All ${formatCount(networks.length, 'network')}`
          : `${groupDigits(networks.filter((each) => each.verdict !== 'ok').length)} of ${formatCount(networks.length, 'network')} not ok`,
    },
    index: true,
  }
}

export function homeSummary(status: IndexerStatus): Summary {
  const { network, verdict, slot } = status
  const asOf =
    slot === null ? `${network} indexer ${verdict}` : `Slot ${groupDigits(slot)} on ${network}, indexer ${verdict}`
  return {
    title: 'Leafscan: the ZK Compression explorer for Solana',
    description: `Look up compressed accounts, tokens, delegates and transactions, exact to the digit. ${asOf}.`,
    card: {
      ...STATIC_CARD,
      network,
      state: { word: `indexer ${verdict}`, tone: VERDICT_FACTS[verdict].badge },
      foot: slot === null ? 'Slot unknown' : `Slot ${groupDigits(slot)}`,
    },
    index: true,
  }
}
