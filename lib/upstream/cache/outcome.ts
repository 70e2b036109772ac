import type { Answer } from '../../api/answer'
import type { Problem } from '../../api/problem'
import type { MethodName } from '../../protocol/rpc/methods'

export type Outcome<M extends MethodName> =
  | { ok: true; answer: Answer<M>; fetchedMs: number }
  | { ok: false; problem: Problem }
