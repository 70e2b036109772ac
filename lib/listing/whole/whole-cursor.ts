import { invalidParams, ProblemError } from '../../api/problem'
import { keyOf } from '../../protocol/rpc/json'
import type { Network } from '../../upstream/networks/networks'
import { readSigned, writeSigned } from '../cursor/signed-text'
import type { Reading } from './reading'
import type { WholeSubject } from './whole-read'

/*
 * The cursor of a list that is read whole: a place in the rows of one reading, behind the last row shown. Its body:
 *   reading 8 bytes · sort key of the row, 40 bytes
 * Another reading has other rows at other slots, so that its places are none of this one's.
 */

const VERSION = 5
const ID_BYTES = 8
const BODY_BYTES = ID_BYTES + 40

export function encodeWholeCursor(network: Network, subject: WholeSubject, { id }: Reading, key: Uint8Array): string {
  return writeSigned(VERSION, subjectOf(network, subject), Buffer.concat([id, key]))
}

/**
 * The sort key that a page starts behind.
 * @param reading the one that stands; null: none does.
 * @throws ProblemError invalid_params naming `cursor` where it is none of this reading's.
 */
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
