import { createHmac } from 'node:crypto'
import { Keypair } from '@solana/web3.js'

/** Everything random in a recording follows from this text: the same packages and seed give the same recording. */
export const SEED = 'leafscan sandbox 1'

const bytesFor = (name) => createHmac('sha256', SEED).update(name).digest()

const made = new Map()

/** The keypair of a named actor; the names exist only in the recorder. */
export function keypair(name) {
  const known = made.get(name)
  if (known) return known
  const fresh = Keypair.fromSeed(bytesFor(`key ${name}`))
  made.set(name, fresh)
  return fresh
}

/** The seeds of actors that were met, by address, in hex: whoever plays a loop signs for them. */
export function seedsOf(addresses) {
  const keypairs = new Map([...made.values()].map((pair) => [pair.publicKey.toBase58(), pair]))
  return Object.fromEntries(
    addresses.map((address) => [address, Buffer.from(keypairs.get(address).secretKey.subarray(0, 32)).toString('hex')]),
  )
}

/** A stream of numbers in [0, 1) that is the same in every run; one stream per purpose keeps purposes independent. */
export function randomStream(name) {
  let counter = 0
  return () => bytesFor(`random ${name} ${counter++}`).readUIntBE(0, 6) / 2 ** 48
}

/** A whole number from `low` to `high`, both included. */
export const between = (random, low, high) => low + Math.floor(random() * (high - low + 1))

export const oneOf = (random, list) => list[Math.floor(random() * list.length)]
