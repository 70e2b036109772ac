import { invalidParams, ProblemError } from '../../api/problem'
import { keyOf } from '../../protocol/rpc/json'
import type { Network } from '../../upstream/networks/networks'
import { readSigned, writeSigned } from '../cursor/signed-text'
import type { Reading } from './reading'
import type { WholeSubject } from './whole-read'

/* Body: reading 8 bytes · sort key of the last shown row, 40 bytes. Another reading has other rows at other slots. */

const VERSION = 5
const ID_BYTES = 8
const BODY_BYTES = ID_BYTES + 40

export function encodeWholeCursor(network: Network, subject: WholeSubject, { id }: Reading, key: Uint8Array): string {
  return writeSigned(VERSION, subjectOf(network, subject), Buffer.concat([id, key]))
}

/** @throws ProblemError invalid_params naming `cursor` of another reading */
export function decodeWholeCursor(
  network: Network,
  subject: WholeSubject,
  reading: Reading | null,
  text: string,
): Uint8Array {
  const { body, given } = readSigned(VERSION, subjectOf(network, subject), text) ?? { body: null, given: false }
  if (!given || body?.length !== BODY_BYTES) throw refused('is none of this whole list; leave it out to begin')
  if (!reading?.id.equals(body.subarray(0, ID_BYTES))) {
    throw refused('is of a reading that is no longer there; leave it out to begin again')
  }
  return body.subarray(ID_BYTES)
}

function refused(message: string): ProblemError {
  return new ProblemError(invalidParams([{ name: 'cursor', message }]))
}

function subjectOf({ name }: Network, { owner, filters = [] }: WholeSubject): string {
  return keyOf('whole cursor', VERSION, name, owner, filters)
}
