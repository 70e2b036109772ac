/* `node dist/clocked-explorer.mjs still <milliseconds since the epoch>`, or `machine`: only its networks are the tests'. */

import { finishedAnswers } from '@/lib/api/response-cache'
import { setClock } from '@/lib/platform/clock'
import { limits } from '@/lib/rpc-client/limits'
import { startServer } from '@/lib/server/start'
import { endProbe } from '@/lib/status/health/probe'
import { wrongRowsNeeded } from '@/lib/upstream/indexer/wrong-rows'
import { configuration, createNetwork, setChain } from '@/lib/upstream/networks/networks'
import { StillClock } from '../still-clock'
import type { Command } from './commands'

const [kind, startMs] = process.argv.slice(2)
const still = kind === 'still' ? new StillClock(Number(startMs)) : null

if (still) {
  setClock(still)
  standDates(still)
}

// A busy machine may need 3 s without a slow indexer: a search gets as long as a page.
limits().searchMs = limits().totalMs

// Rows of journeys are made up and do not match their hashes: that is no fault of the indexer.
wrongRowsNeeded().hashes = Number.POSITIVE_INFINITY

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
  // The framework wraps the constructor that it finds, with its own properties.
  const { parse, UTC } = MachineDate
  globalThis.Date = Object.assign(StillDate as DateConstructor, { parse, UTC })
}

function obey(command: Command): void {
  switch (command.do) {
    case 'advance':
      if (!still) throw new Error('this clock cannot be moved')
      still.advance(command.ms)
      return
    case 'add': {
      const { name, url, more, chain } = command
      forget(name)
      const network = createNetwork({ name, url, more: [...more], path: 'method', embedded: false }, false)
      if (chain.length > 0) setChain(network, { urls: [...chain], own: false })
      configuration().networks.set(name, network)
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
  const { networks } = configuration()
  const network = networks.get(name)
  finishedAnswers().clear()
  if (!network) return
  endProbe(network)
  networks.delete(name)
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

await startServer()
