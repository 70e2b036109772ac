import 'server-only'
import type { IndexerStatus } from '../../api/status'
import type { Tone } from '../../api/tone'
import { VERDICT_FACTS } from '../../api/verdicts'
import { groupDigits } from '../../format/numbers'
import { visible } from '../../format/text'
import type { AllStatus } from '../all-networks'

/** A badge for somebody else's page: what it is about, what is the matter, and a colour that is never alone. */
export interface Badge {
  label: string
  message: string
  /** Six hex digits; white text on it has a contrast of at least 4.5 (a test computes it). */
  color: string
  /** One sentence, for those who do not see it. */
  description: string
  /** Set where there is nothing to show. */
  isError?: true
}

/** Dark shades: white text stands on all of them, and GitHub's light and dark pages show them alike. */
const GREEN = '1a6b3c'
const AMBER = '8a5300'
const RED = 'a8201a'
const GREY = '57606a'

const COLORS: Readonly<Record<Tone, string>> = { live: GREEN, doubt: AMBER, fail: RED, plain: GREY }

/** Every colour that a badge may have, beside that of its label. */
export const BADGE_COLORS = Object.values(COLORS)

/** What a badge says of an indexer. `label`: the network's name where the badge's address names it. */
export function badgeOf({ verdict, slot, lag, network, checkedAt }: IndexerStatus, label: string): Badge {
  const by = verdict === 'behind' && lag !== null ? ` ${groupDigits(lag)}` : ''
  const at = slot === null ? '' : ` · ${groupDigits(slot)}`
  const atSlot = slot === null ? '' : ` at slot ${groupDigits(slot)}`
  const behind = by === '' ? '' : ` by${by} slots`
  const checked = checkedAt === null ? 'Not checked yet.' : `Checked at ${checkedAt}.`
  return {
    label,
    message: `${verdict}${by}${at}`,
    color: COLORS[VERDICT_FACTS[verdict].badge],
    description: `${network} indexer ${verdict}${behind}${atSlot}. ${checked}`,
  }
}

/** What a badge says of all networks: the worst of them, by name unless all are ok. */
export function badgeOfAll({ verdict, worst, networks, summary, checkedAt }: AllStatus): Badge {
  const bad = networks.filter((status) => status.verdict !== 'ok').length
  const which = verdict === 'ok' ? `${networks.length}` : `${worst}${bad > 1 ? ` +${bad - 1}` : ''}`
  const checked = checkedAt === null ? 'Not all checked yet.' : `Checked at ${checkedAt}.`
  return {
    label: networks.length === 1 ? 'indexer' : 'indexers',
    message: `${verdict} · ${which}`,
    color: COLORS[VERDICT_FACTS[verdict].badge],
    description: `${visible(summary)} ${checked}`,
  }
}

/** Of an address that names no network which is known here, or says something else that is not understood. */
export function brokenBadge(message: string): Badge {
  return {
    label: 'indexer',
    message,
    color: GREY,
    description: `Invalid badge URL: ${message}.`,
    isError: true,
  }
}

/** As shields.io reads it: https://shields.io/badges/endpoint-badge. */
export function shieldsJson({ label, message, color, isError }: Badge): object {
  return { schemaVersion: 1, label, message, color, ...(isError && { isError }) }
}
