import {
  decodeApproveInstructionData,
  decodeRevokeInstructionData,
  decodeTransferInstructionData,
  encodeApproveInstructionData,
  encodeRevokeInstructionData,
  encodeTransferInstructionData,
} from '@lightprotocol/compressed-token'
import { TransactionInstruction } from '@solana/web3.js'
import { treeInfoOf } from './book.mjs'

/** The package's decoders of these two leave out the length that its encoders write after the discriminator. */
const afterLength = (data) => data.subarray(4)

const CODECS = {
  approve: {
    decode: (data) => decodeApproveInstructionData(afterLength(data)),
    encode: encodeApproveInstructionData,
    moved: (call, index) => ({ ...call, delegateMerkleTreeIndex: index, changeAccountMerkleTreeIndex: index }),
  },
  revoke: {
    decode: (data) => decodeRevokeInstructionData(afterLength(data)),
    encode: encodeRevokeInstructionData,
    moved: (call, index) => ({ ...call, outputAccountMerkleTreeIndex: index }),
  },
  transfer: {
    decode: decodeTransferInstructionData,
    encode: encodeTransferInstructionData,
    moved: (call, index) => ({
      ...call,
      outputCompressedAccounts: call.outputCompressedAccounts.map((output) => ({ ...output, merkleTreeIndex: index })),
    }),
  },
}

/**
 * The same approve, revoke or transfer with its outputs in another tree. The builders put them into the tree of the
 * inputs, whose output queue holds a hundred; the program takes any state tree, and a v1 tree has no such end.
 */
export function withOutputsIn(tree, kind, { twin, ...instruction }, [account]) {
  const { decode, encode, moved } = CODECS[kind]
  const call = decode(instruction.data)
  const queue = treeInfoOf(account).queue
  const firstPacked =
    instruction.keys.findLastIndex(({ pubkey }) => pubkey.equals(queue)) -
    call.inputTokenDataWithContext[0].merkleContext.queuePubkeyIndex
  const there = new TransactionInstruction({
    programId: instruction.programId,
    keys: [...instruction.keys, { pubkey: tree.tree, isSigner: false, isWritable: true }],
    data: encode(moved(call, instruction.keys.length - firstPacked)),
  })
  return twin ? Object.assign(there, { twin: withOutputsIn(tree, kind, twin, [account]) }) : there
}
