import type { Verdict } from '@/lib/api/verdicts'
import { FAULTS } from '../stand-in/faults'
import { makeSignatures } from '../stand-in/fixtures'
import { type StandIn, startStandIn } from '../stand-in/stand-in'

const LISTS = [
  'getCompressedAccountsByOwner',
  'getCompressedTokenAccountsByDelegate',
  'getCompressionSignaturesForAccount',
  'getLatestCompressionSignatures',
]

/** Slots of 400 ms. */
const SLOT_MS = 400

/** Slots by which lists lie behind, and by which a slot is set back, in the incidents that were seen. */
const OLD_SLOTS = 1_390
const SET_BACK = 100_000

/** The slot at which every chain of these is when it begins. */
const FIRST_SLOT = 418_890_000

/** An indexer of an incident, and the chain that it follows, which never stops. */
export class Patient {
  /** Slots a second; null: as its chain. */
  pace: number | null = null
  /** Slots a second by which the lag grows that it reports. */
  lagPace = 0
  /** Called at each moment; null: nothing. */
  each: ((sinceMs: number) => void) | null = null
  readonly #beganMs = Date.now()
  #sinceMs = 0
  #due = 0
  #dueLag = 0

  static async start(): Promise<Patient> {
    return new Patient(await startStandIn({ slot: FIRST_SLOT }))
  }

  private constructor(readonly indexer: StandIn) {
    this.live(0)
  }

  /** The chain's newest slot. */
  get head(): number {
    return FIRST_SLOT + Math.floor((Date.now() - this.#beganMs) / SLOT_MS)
  }

  /** A moment of its life. */
  live(ms: number): void {
    const { data } = this.indexer
    this.#due += ((this.pace ?? 0) * ms) / 1000
    const slots = Math.floor(this.#due)
    this.#due -= slots
    data.slot = this.pace === null ? this.head : data.slot + slots
    data.latest = this.#signatures(data.slot)
    // Whole slots, as every indexer tells them.
    this.#dueLag += (this.lagPace * ms) / 1000
    const lag = Math.floor(this.#dueLag)
    this.#dueLag -= lag
    data.lag += lag
    this.#sinceMs += ms
    this.each?.(this.#sinceMs)
  }

  begin(): void {
    this.#sinceMs = 0
  }

  /** Ends what was done to it: it is where its chain is at once. */
  async heal(): Promise<void> {
    this.pace = null
    this.lagPace = 0
    this.each = null
    this.indexer.data.lag = 0
    this.indexer.fail(null)
    await this.indexer.start().catch(() => {})
  }

  /** Those of a slot and before, with the times of the chain's blocks. */
  #signatures(slot: number) {
    return makeSignatures(20, slot).map((item) => ({
      ...item,
      blockTime: Math.floor((this.#beganMs + (item.slot - FIRST_SLOT) * SLOT_MS) / 1000),
    }))
  }
}

/** A row of the table of incidents: what happens to an indexer, and what has to be said of it. */
export interface Incident {
  name: string
  begin(patient: Patient): void | Promise<void>
  /** The verdict that it gets. */
  verdict: Verdict
  /** What the sentence says. */
  says: RegExp
  /** The alert that names its cause. */
  alert: string
  /** Others that may be sent beside it. */
  also?: readonly string[]
  /** Seconds until it is seen at checks every 5 s, when not 30. */
  within?: number
  /** Seconds until its alert is received, when not 180. */
  alertedWithin?: number
  /** Good only once it has been so for a while. */
  steady?: true
  /** Too quick for checks every 60 s. */
  quick?: true
}

const BUDGET = ['LeafscanErrorBudgetBurns']

/** Incidents by the name of the network that has them. review of the on-call side: its table, and what it found unseen. */
export const INCIDENTS: Readonly<Record<string, Incident>> = {
  'error-500': outage('answers 500', ({ indexer }) => indexer.fail(FAULTS.serverError)),
  'error-401': outage('answers 401', ({ indexer }) => indexer.fail(FAULTS.unauthorised)),
  refused: outage('is gone', ({ indexer }) => indexer.stop()),
  html: outage('answers HTML', ({ indexer }) => indexer.fail(FAULTS.htmlWith200)),
  'wrong-json': {
    ...outage('answers JSON of another shape', ({ indexer }) => indexer.fail(FAULTS.wrongShape)),
    also: ['LeafscanAnswersNotVerified'],
  },
  slow: outage('takes 6 s for every answer', ({ indexer }) => indexer.fail({ kind: 'slow', ms: 6_000 })),
  lags: {
    name: 'lags more and more',
    begin: (patient) => {
      patient.indexer.data.lag = 120
      patient.lagPace = 1.5
      patient.pace = 1
    },
    verdict: 'behind',
    says: /behind/i,
    alert: 'LeafscanIndexerBehind',
  },
  frozen: {
    name: 'stands still and says that it is well',
    begin: (patient) => {
      patient.pace = 0
    },
    verdict: 'frozen',
    says: /not moved|stands still|stopped/i,
    alert: 'LeafscanSlotStandsStill',
    within: 75,
  },
  flapping: {
    name: 'fails every other check',
    begin: (patient) => {
      patient.each = (ms) => patient.indexer.fail(Math.floor(ms / 5_000) % 2 === 0 ? FAULTS.serverError : null)
    },
    verdict: 'unreachable',
    says: /answer/i,
    alert: 'LeafscanIndexerUnreachable',
    also: ['LeafscanIndexerFlaps'],
    // Half of the last twelve checks: a minute.
    within: 75,
    steady: true,
    quick: true,
  },
  'on-off': {
    name: 'is down every other minute',
    begin: (patient) => {
      patient.each = (ms) => patient.indexer.fail(Math.floor(ms / 60_000) % 2 === 0 ? FAULTS.serverError : null)
    },
    verdict: 'unreachable',
    says: /./,
    alert: 'LeafscanIndexerFlaps',
    quick: true,
  },
  'health-hangs': {
    name: 'answers slots, and its health request hangs',
    begin: ({ indexer }) => indexer.fail(FAULTS.hang, { methods: ['getIndexerHealth'] }),
    verdict: 'unknown',
    says: /lag is unknown/i,
    alert: 'LeafscanHealthNotAnswered',
  },
  limited: {
    name: 'refuses with 429',
    begin: ({ indexer }) => indexer.fail(FAULTS.rateLimited('1')),
    verdict: 'limited',
    says: /429|limit/i,
    alert: 'LeafscanRateLimited',
  },
  internal: {
    name: 'answers an internal error to its health request',
    begin: ({ indexer }) => indexer.fail(FAULTS.internal, { methods: ['getIndexerHealth'] }),
    verdict: 'degraded',
    says: /internal server error/i,
    alert: 'LeafscanIndexerDegraded',
  },
  'lists-fail': {
    name: 'fails every list, and is well otherwise',
    begin: ({ indexer }) => indexer.fail(FAULTS.serverError, { methods: LISTS }),
    verdict: 'degraded',
    says: /fail/i,
    alert: 'LeafscanIndexerDegraded',
    also: ['LeafscanBreakerOpen'],
  },
  'lists-old': {
    name: 'answers lists from an old slot',
    begin: ({ indexer }) =>
      indexer.fail(
        {
          kind: 'edit',
          edit: (answer) =>
            answer.replace(/("context":\{"slot":)(\d+)/, (_, start, slot) => start + (slot - OLD_SLOTS)),
        },
        { methods: LISTS },
      ),
    verdict: 'degraded',
    says: /slot/i,
    alert: 'LeafscanIndexerDegraded',
  },
  'set-back': {
    name: 'is set back by 100,000 slots',
    begin: (patient) => {
      patient.indexer.data.slot -= SET_BACK
      patient.pace = 1000 / SLOT_MS
    },
    verdict: 'behind',
    says: /back|behind/i,
    alert: 'LeafscanIndexerBehind',
  },
  crawling: {
    name: 'crawls, a slot in 20 s',
    begin: (patient) => {
      patient.pace = 1 / 20
    },
    verdict: 'behind',
    says: /behind|old/i,
    alert: 'LeafscanIndexerBehind',
    // Data has to be a minute old, less what is uncertain, before anything is wrong.
    within: 110,
    alertedWithin: 240,
  },
}

function outage(name: string, begin: Incident['begin']): Incident {
  return {
    name,
    begin,
    verdict: 'unreachable',
    says: /answer|reach|valid|slot|refus|key/i,
    alert: 'LeafscanIndexerUnreachable',
  }
}

/** What may be sent of any incident beside its cause. */
export const ALSO = BUDGET
