import { parse, stringify } from 'lossless-json'
import { z } from 'zod'
import type { PhotonAnswers } from '../recording'

const VERSIONS = new Map([['366a15b3bb0b6790c4b822c62a045b99d03b7950', '0.51.2']])

const integer = z.unknown().transform(Number).pipe(z.int())

const fileShape = z.object({
  photon: z.object({ at: z.string(), program: z.string(), commit: z.string(), database: z.string() }),
  world: z.string(),
  programIds: z.strictObject({ compression: z.string() }).nullable(),
  slots: z.record(z.string(), integer),
  cases: z.array(
    z.strictObject({
      after: integer,
      method: z.string(),
      params: z.unknown().optional(),
      status: integer,
      answer: z.string(),
    }),
  ),
})

export function readPhoton(text: string): PhotonAnswers {
  const { photon, world, programIds, slots, cases } = fileShape.parse(parse(text))
  const version = VERSIONS.get(photon.commit)
  if (version === undefined) throw new Error(`${world}: say in make/photon.ts which version commit ${photon.commit} is`)
  const [recording = '', mark] = world.split(/(?=[@+])/)
  if (mark !== undefined && mark !== '@today' && mark !== '+extra') throw new Error(`what is ${world}?`)
  return {
    name: world,
    origin: { ...photon, version },
    recording,
    today: mark === '@today',
    extra: mark === '+extra',
    compressionProgram: programIds?.compression ?? null,
    slots: Object.entries(slots).map(([chain, recorded]) => [Number(chain), recorded]),
    cases: cases.map(({ params, ...one }) => ({
      ...one,
      ...(params !== undefined && { params: stringify(params) ?? '' }),
    })),
  }
}
