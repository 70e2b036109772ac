/*
 * The built explorer with a clock of the tests', in a process of its own: the clock is handed in before the server loads.
 * `node dist/clocked-explorer.mjs still <milliseconds since the epoch>`, or `machine`: its networks alone are the tests'.
 */
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { setClock } from '@/lib/clock'
import { createNetwork, type Network } from '@/lib/gateway/networks'
import { processWide } from '@/lib/gateway/process-wide'
import { StillClock } from '../still-clock'
import type { Command } from './commands'

const [kind, startMs] = process.argv.slice(2)
const still = kind === 'still' ? new StillClock(Number(startMs)) : null

if (still) {
  setClock(still)
  standDates(still)
}

/** What pages that are drawn on the server take for the time of day. */
function standDates(clock: StillClock): void {
  const MachineDate = Date
  class StillDate extends MachineDate {
    constructor(...args: []) {
      if (args.length === 0) super(clock.wall())
      else super(...args)
    }
    static override now(): number {
      return clock.wall()
    }
  }
  // The framework wraps the constructor that it finds, with what is the constructor's own.
  const { parse, UTC } = MachineDate
  globalThis.Date = Object.assign(StillDate as DateConstructor, { parse, UTC })
}

/** Networks of this process, which tests add to and take from while it runs. */
function networksByName(): Map<string, Network> {
  return processWide<{ networks: Map<string, Network> }>('configuration', () => {
    throw new Error('the explorer has not read its configuration yet')
  }).networks
}

function obey(command: Command): void {
  switch (command.do) {
    case 'advance':
      if (!still) throw new Error('this clock cannot be moved')
      still.advance(command.ms)
      return
    case 'add': {
      const { name, url } = command
      forget(name)
      networksByName().set(name, createNetwork({ name, url, path: 'method', embedded: false }, false))
      return
    }
    case 'remove':
      forget(command.name)
      return
    default:
      command satisfies never
  }
}

function forget(name: string): void {
  const network = networksByName().get(name)
  if (!network) return
  const probes = processWide<Map<Network, { end(): void }>>('probes', () => new Map())
  probes.get(network)?.end()
  probes.delete(network)
  networksByName().delete(name)
}

process.on('message', (message: { id: number; command: Command }) => {
  if (typeof message !== 'object' || message === null || !('command' in message)) return
  const { id, command } = message
  try {
    obey(command)
    process.send?.({ id, problem: null })
  } catch (error) {
    process.send?.({ id, problem: String(error) })
  }
})

await import(pathToFileURL(path.resolve('.next/standalone/server.js')).href)
