import type { Answer } from '../../api/answer'
import type { Problem } from '../../api/problem'
import type { MethodName } from '../../protocol/rpc/methods'

/** An answer, or a negative answer (an unknown hash, a lag). */
export type Outcome<M extends MethodName> =
  | { ok: true; answer: Answer<M>; fetchedMs: number }
  | { ok: false; problem: Problem }
