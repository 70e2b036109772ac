import fs from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { readRecordingFile, unpackBody } from '@/lib/indexer/ledger/recording-file'
import { parseJson } from '@/lib/protocol/rpc/json'
import { packedBlock, unpackBlock } from './packed'
import type { PhotonAnswers, Recording } from './recording'

/* One file per recording: a line of JSON that describes it, then the rest in brotli. */

export const DATA = path.join(import.meta.dirname, 'data')

const RECORDING = '.recording'
const ANSWERS = '.answers'
const FORMAT = 1

const id = z.string().regex(/^[0-9a-f]{64}$/)

const programIds = z.object({ compression: z.string(), lightSystem: z.string(), token: z.string() })

const recordingHeader = z.object({
  format: z.literal(FORMAT),
  id,
  name: z.string(),
  about: z.string(),
  origin: z.object({ chain: z.string(), kind: z.enum(['public', 'local', 'made']), from: z.string() }),
  programIds: programIds.nullable(),
  counts: z
    .object({ accounts: z.int(), unspent: z.int(), tokenAccounts: z.int(), compressionTransactions: z.int() })
    .nullable(),
  wallets: z.array(z.string()),
  mints: z.array(z.string()),
})

const recordingBody = z.object({
  blocks: z.array(packedBlock),
  extra: z.array(packedBlock),
  accounts: z.array(z.object({ address: z.string(), info: z.unknown() })),
  expectations: z.array(
    z.object({
      method: z.string(),
      params: z.string().exactOptional(),
      after: z.int().exactOptional(),
      result: z.string(),
      source: z.enum(['photon', 'photon test', 'derived', 'derived and photon test']),
      photonTest: z.string().exactOptional(),
    }),
  ),
})

const answersHeader = z.object({
  format: z.literal(FORMAT),
  id,
  name: z.string(),
  origin: z.object({
    program: z.string(),
    version: z.string(),
    commit: z.string(),
    database: z.string(),
    at: z.string(),
  }),
  recording: z.string(),
  today: z.boolean(),
  extra: z.boolean(),
  compressionProgram: z.string().nullable(),
})

const answersBody = z.object({
  slots: z.array(z.tuple([z.int(), z.int()])),
  cases: z.array(
    z.object({
      after: z.int(),
      method: z.string(),
      params: z.string().exactOptional(),
      status: z.int(),
      answer: z.string(),
    }),
  ),
})

const namesOf = (folder: string, ending: string) =>
  fs
    .readdirSync(folder)
    .filter((name) => name.endsWith(ending))
    .map((name) => name.slice(0, -ending.length))
    .sort()

export const recordingNames = (folder = DATA) => namesOf(folder, RECORDING)

export const photonNames = (folder = DATA) => namesOf(folder, ANSWERS)

/** @throws Error that names the damaged file */
export function readRecording(name: string, folder = DATA): Recording {
  const file = path.join(folder, name + RECORDING)
  const { header, body } = readRecordingFile(file, recordingHeader)
  const { blocks, extra, ...rest } = recordingBody.parse(parseJson(unpackBody(file, body)))
  const { format: _, id: __, ...facts } = header
  return { ...facts, blocks: blocks.map(unpackBlock), extra: extra.map(unpackBlock), ...rest }
}

export function readPhotonAnswers(name: string, folder = DATA): PhotonAnswers {
  const file = path.join(folder, name + ANSWERS)
  const { header, body } = readRecordingFile(file, answersHeader)
  const { format: _, id: __, ...facts } = header
  return { ...facts, ...answersBody.parse(parseJson(unpackBody(file, body))) }
}
