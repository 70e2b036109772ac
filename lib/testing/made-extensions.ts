/* facts/cold-tokens.md 1. */

export interface MadeExtension {
  kind: number
  body: readonly number[]
}

export function madeExtensions(extensions: readonly MadeExtension[]): Uint8Array {
  return Uint8Array.from([
    ...littleEndian(BigInt(extensions.length), 4),
    ...extensions.flatMap(({ kind, body }) => [kind, ...body]),
  ])
}

export function madeCompressedOnly({
  delegatedAmount = 0n,
  withheldTransferFee = 0n,
  isAta = false,
}: {
  delegatedAmount?: bigint
  withheldTransferFee?: bigint
  isAta?: boolean
}): string {
  const body = [...littleEndian(delegatedAmount, 8), ...littleEndian(withheldTransferFee, 8), isAta ? 1 : 0]
  return Buffer.from(madeExtensions([{ kind: 31, body }])).toString('base64')
}

export function littleEndian(value: bigint, bytes: number): number[] {
  return Array.from({ length: bytes }, (_, i) => Number((value >> BigInt(8 * i)) & 255n))
}
