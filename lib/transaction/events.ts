import type { EventEffects } from '../protocol/light/effects'
import type { CalledInstruction } from '../protocol/light/groups'
import { isTokenProgram } from '../protocol/light/token-program'
import type { EventDetails } from './contract'
import { instructionName } from './instruction-names'

type Group = readonly CalledInstruction[]

/** Events of a group take its instructions in order. */
export function eventDetails(
  events: readonly EventEffects[],
  groups: readonly Group[],
  lightSystem: string,
): EventDetails[] {
  return events.map(({ group, end, compressed, decompressed, relayFee }, i) => {
    const before = events[i - 1]
    const start = before?.group === group ? before.end + 1 : 0
    const first = groups.slice(0, group).reduce((count, { length }) => count + length, 0)
    const callers = callersIn(groups[group] ?? [], start, end, lightSystem)
    return { instructions: callers.map((index) => first + index), compressed, decompressed, relayFee }
  })
}

/** Several instructions of the token program share an event through a CPI context. */
function callersIn(group: Group, start: number, end: number, lightSystem: string): number[] {
  const tokens = group.flatMap(({ program }, i) => (i >= start && i < end && isTokenProgram(program) ? [i] : []))
  if (tokens.length > 0) return tokens
  const before = group.slice(0, end)
  const system = before.findLastIndex(({ program }) => program === lightSystem)
  const depthAt = (index: number) => group[index]?.depth ?? 2
  const caller = before.findLastIndex((_, i) => i < system && depthAt(i) < depthAt(system))
  return [Math.max(caller === -1 ? system : caller, 0)]
}

/** Of the token program's older instructions: all have the fee payer first and who acts second. */
const WITH_AUTHORITY = new Set(['MintTo', 'Transfer', 'Approve', 'Revoke', 'Freeze', 'Thaw', 'Burn'])
const ANCHOR_DISCRIMINATOR = 16

export function authorityOf({ program, data, accounts }: CalledInstruction): string | null {
  if (!isTokenProgram(program)) return null
  const { name, discriminator } = instructionName(program, data)
  const isOlder = discriminator.length === ANCHOR_DISCRIMINATOR && name !== null && WITH_AUTHORITY.has(name)
  return isOlder ? (accounts[1] ?? null) : null
}
