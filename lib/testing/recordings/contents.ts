import { createHash } from 'node:crypto'
import { stringifyJson } from '@/lib/protocol/rpc/json'
import type { PhotonAnswers, Recording } from './recording'

/* A recording’s figures and digest: data/contents.json has those of the source, here they are computed from what is read back. */

function canonical(value: unknown): string {
  return stringifyJson(sorted(value))
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, member]) => [name, sorted(member)]),
  )
}

const digestOf = (value: unknown) => createHash('sha256').update(canonical(value)).digest('hex')

export function contentsOf(recording: Recording) {
  const { blocks, extra, accounts, expectations } = recording
  return {
    slots: blocks.length,
    transactions: blocks.flatMap(({ entries }) => entries).length,
    extra: extra.length,
    accounts: accounts.length,
    answers: expectations.length,
    digest: digestOf(recording),
  }
}

export function contentsOfAnswers(answers: PhotonAnswers) {
  return { slots: answers.slots.length, answers: answers.cases.length, digest: digestOf(answers) }
}

export interface Contents {
  recordings: Record<string, ReturnType<typeof contentsOf>>
  photon: Record<string, ReturnType<typeof contentsOfAnswers>>
}
