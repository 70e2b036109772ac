import { formatUnits } from '../../format/amounts'
import { groupDigits } from '../../format/numbers'
import { optionalKeyAt, viewOf } from '../../protocol/solana/mint-account'

/* Extensions of Token-2022 mints by type, and what they allow. Source: spl-token-2022-interface, `extension`. */

/** `key`: null: not set, so that nobody has this right. */
type ExtensionPart = { name: string; key: string | null } | { name: string; text: string }

export interface MintExtension {
  name: string
  parts: ExtensionPart[]
}

interface Layout {
  name: string
  bytes?: number
  /** Names of keys by their offset. */
  keys?: Readonly<Record<number, string>>
  text?: (view: DataView, decimals: number) => readonly [name: string, text: string]
}

const POINTER = { bytes: 64, keys: { 0: 'set by', 32: 'points to' } }

const LAYOUTS: Readonly<Record<number, Layout>> = {
  1: {
    name: 'Transfer fee',
    bytes: 108,
    keys: { 0: 'set by', 32: 'withdrawn by' },
    text: (view, decimals) => ['fee', transferFee(view, decimals)],
  },
  3: { name: 'Mint close authority', bytes: 32, keys: { 0: 'closed by' } },
  4: { name: 'Confidential transfers', bytes: 65, keys: { 0: 'set by' } },
  6: { name: 'Default account state', bytes: 1, text: (view) => ['new accounts', stateOf(view.getUint8(0))] },
  9: { name: 'Non-transferable' },
  10: {
    name: 'Interest-bearing',
    bytes: 52,
    keys: { 0: 'set by' },
    text: (view) => ['rate', `${percent(view.getInt16(50, true))} a year`],
  },
  12: { name: 'Permanent delegate', bytes: 32, keys: { 0: 'may move and burn all tokens' } },
  14: { name: 'Transfer hook', bytes: 64, keys: { 0: 'set by', 32: 'program' } },
  16: { name: 'Confidential transfer fee', bytes: 129, keys: { 0: 'set by' } },
  18: { name: 'Metadata pointer', ...POINTER },
  19: { name: 'Metadata', bytes: 32, keys: { 0: 'updated by' } },
  20: { name: 'Group pointer', ...POINTER },
  21: { name: 'Group', bytes: 80, keys: { 0: 'updated by' } },
  22: { name: 'Group member pointer', ...POINTER },
  23: { name: 'Group member', bytes: 72, keys: { 32: 'group' } },
  24: { name: 'Confidential mint and burn' },
  25: {
    name: 'Scaled amounts',
    bytes: 56,
    keys: { 0: 'set by' },
    text: (view) => ['wallets may show amounts times', String(view.getFloat64(32, true))],
  },
  26: {
    name: 'Pausable',
    bytes: 33,
    keys: { 0: 'paused by' },
    text: (view) => ['now', view.getUint8(32) === 0 ? 'not paused' : 'paused'],
  },
  28: { name: 'Permissioned burn', bytes: 32, keys: { 0: 'allowed by' } },
}

export function describeExtensions(extensions: ReadonlyMap<number, Uint8Array>, decimals: number): MintExtension[] {
  return [...extensions].map(([type, data]) => {
    const { name, bytes = 0, keys = {}, text } = LAYOUTS[type] ?? { name: `Extension ${type}` }
    if (data.length < bytes) return { name, parts: [{ name: 'data', text: 'cannot be read' }] }
    const [what, words] = text?.(viewOf(data), decimals) ?? []
    return {
      name,
      parts: [
        ...(what !== undefined && words !== undefined ? [{ name: what, text: words }] : []),
        ...Object.entries(keys).map(([at, of]) => ({ name: of, key: optionalKeyAt(data, Number(at)) })),
      ],
    }
  })
}

/** Two fees: the newer one applies from its epoch on. Each has an epoch u64, a maximum u64 and basis points u16. */
function transferFee(view: DataView, decimals: number): string {
  const [older, newer] = [72, 90].map((at) => {
    const most = formatUnits(view.getBigUint64(at + 8, true), decimals)
    return `${percent(view.getUint16(at + 16, true))}, at most ${most} tokens`
  })
  return older === newer
    ? `${newer}`
    : `${newer}, from epoch ${groupDigits(view.getBigUint64(90, true))}; before, ${older}`
}

function percent(basisPoints: number): string {
  return `${basisPoints / 100}%`
}

function stateOf(state: number): string {
  return ['uninitialized', 'initialized', 'frozen'][state] ?? `state ${state}`
}
