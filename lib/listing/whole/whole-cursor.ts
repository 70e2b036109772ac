import { invalidParams, ProblemError } from '../../api/problem'
import { keyOf } from '../../protocol/rpc/json'
import type { Network } from '../../upstream/networks/networks'
import { cursorKey, NAME_BYTES, SIGNATURE_BYTES } from '../../upstream/networks/signing-key'
import type { Reading } from './reading'
import type { WholeSubject } from './whole-read'

/*
 * The cursor of a list that is read whole: a place in the rows of one reading. base64url of
 *   version u8 · name of a key 4 bytes · signature 16 bytes · reading 8 bytes · sort key of the last row, 40 bytes
 * Another reading has other rows at other slots, so that its places are none of this one's.
 */

const VERSION = 5
const ID_BYTES = 8
const KEY_BYTES = 40
const BYTES = 1 + NAME_BYTES + SIGNATURE_BYTES + ID_BYTES + KEY_BYTES

/** The text of a place behind a row, signed. */
export function encodeWholeCursor(network: Network, subject: WholeSubject, { id }: Reading, key: Uint8Array): string {
  const body = Buffer.concat([id, key])
  const own = cursorKey()
  const signature = own.sign(...signed(network, subject, body))
  return Buffer.concat([Buffer.of(VERSION), own.name, signature, body]).toString('base64url')
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
  const bytes = text.length <= 2 * BYTES ? Buffer.from(text, 'base64url') : Buffer.alloc(0)
  const own = cursorKey()
  const signature = bytes.subarray(1 + NAME_BYTES, 1 + NAME_BYTES + SIGNATURE_BYTES)
  const body = bytes.subarray(1 + NAME_BYTES + SIGNATURE_BYTES)
  const isOurs =
    bytes.length === BYTES &&
    bytes[0] === VERSION &&
    bytes.toString('base64url') === text &&
    own.signed(signature, ...signed(network, subject, body))
  if (!isOurs) throw refused('is none of this whole list; leave it out to begin')
  if (!reading?.id.equals(body.subarray(0, ID_BYTES))) {
    throw refused('is of a reading that is no longer there; leave it out to begin again')
  }
  return body.subarray(ID_BYTES)
}

function refused(message: string): ProblemError {
  return new ProblemError(invalidParams([{ name: 'cursor', message }]))
}

function signed({ name }: Network, { owner, filters = [] }: WholeSubject, body: Uint8Array): (string | Uint8Array)[] {
  return [keyOf('whole cursor', VERSION, name, owner, filters), '\0', body]
}
