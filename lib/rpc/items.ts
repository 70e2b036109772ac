import type { z } from 'zod'
import type { account, signatureInfo, tokenAccount } from './entities'

/* One row of each list, in wire form. */

/** Interface 2.4. */
export type AccountItem = z.input<typeof account>

/** Interface 2.7. */
export type TokenAccountItem = z.input<typeof tokenAccount>

/** Interface 2.8. */
export type SignatureItem = z.input<typeof signatureInfo>
