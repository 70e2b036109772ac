import 'server-only'
import type { IndexerStatus } from '../../api/status'
import type { Tone } from '../../api/tone'
import { VERDICT_FACTS } from '../../api/verdicts'
import { groupDigits } from '../../format/numbers'
import { visible } from '../../format/text'
import type { AllStatus } from '../all-networks'

export interface Badge {
  label: string
  message: string
  /** Six hex digits; contrast of white text is at least 4.5 (tested). */
  color: string
  description: string
  isError?: true
}

/** Dark shades, so that white text is readable on GitHub's light and dark pages. */
const GREEN = '1a6b3c'
const AMBER = '8a5300'
const RED = 'a8201a'
const GREY = '57606a'

const COLORS: Readonly<Record<Tone, string>> = { live: GREEN, doubt: AMBER, fail: RED, plain: GREY }

export const BADGE_COLORS = Object.values(COLORS)

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

export function brokenBadge(message: string): Badge {
  return {
    label: 'indexer',
    message,
    color: GREY,
    description: `Invalid badge URL: ${message}.`,
    isError: true,
  }
}

/** https://shields.io/badges/endpoint-badge. */
export function shieldsJson({ label, message, color, isError }: Badge): object {
  return { schemaVersion: 1, label, message, color, ...(isError && { isError }) }
}
