import type { ListMethod } from '@/lib/protocol/rpc/methods'
import { addressOf, makeAccounts, makeSignatures, makeTokenAccounts } from '@/lib/testing/stand-in/fixtures'
import type { Paging, StandInData } from '@/lib/testing/stand-in/stand-in'

/*
 * Cursors of version 2 as commit c000792 wrote them, the last one that did not sign: recorded with its `ask()` from the
 * stand-in, page by page. They stand in links, so they must go on leading to their rows.
 */

const OWNER = addressOf('owner')
const DELEGATE = addressOf('delegate')

const LISTED: Partial<StandInData> = {
  slot: 418_890_000,
  accounts: makeAccounts(OWNER, 2_500),
  tokenAccounts: makeTokenAccounts(DELEGATE, 2_300),
  latest: makeSignatures(130),
}

/** What the stand-in answered from when they were recorded. */
export function listedThen(paging: Paging = 'sound'): Partial<StandInData> {
  return { ...LISTED, paging }
}

export interface OlderCursor {
  paging: Paging
  method: ListMethod
  /** Without `cursor`. */
  params: Record<string, unknown> & { limit: number }
  cursor: string
  /** Which page it led to, from 1. */
  page: number
  /** Rows of that page, and the hash or signature of its first and its last one. */
  rows: number
  first: string
  last: string
}

const OWNED = { method: 'getCompressedAccountsByOwner', params: { owner: OWNER } } as const
const DELEGATED = { method: 'getCompressedTokenAccountsByDelegate', params: { delegate: DELEGATE } } as const
const OF_MINT = { ...DELEGATED, params: { delegate: DELEGATE, mint: addressOf('mint 1') } } as const
const LATEST = { method: 'getLatestCompressionSignatures', params: {} } as const

type Recorded = [paging: Paging, limit: number, page: number, rows: number, first: string, last: string, cursor: string]

const RECORDED: readonly [of: Pick<OlderCursor, 'method'> & { params: object }, pages: readonly Recorded[]][] = [
  [
    OWNED,
    [
      [
        'sound',
        250,
        2,
        250,
        '2FaLQk84o2daVi7MMerRRJHVDvouYQc5VDHrDA3xKX8X',
        '2iqTPFrqWYcPp1UsvKH9rrmuYBcCPYiba3bB9V4WGoEr',
        'Aiicz0YAkYLfxwEABPoBAAAAAAAAAAD5Eg4scom5CKCwtqpWdExHx6PuimijqH9AcJRcgFjUwf0',
      ],
      [
        'sound',
        250,
        5,
        250,
        '2qTbBPugXPYWAFrCdtBy8zzpeLD8AsfkE8U2hSxoDecc',
        '2T78x911VWqkKP99Rk2kgcw7MpeAbbtZ4hugyXjqnNUq',
        'AqEhoVMAkYLfxwEBUAAAAAAAAAPnAhpbO9ueqkcUsbq8O92uaLRi8lTu8dggi9t2d1AOrV8E-gEAAAAAAAAAAPkSDixyibkIoLC2qlZ0TEfHo-6KaKOof0BwlFyAWNTB_QT0AwAAAAAAAAAB8xmTSci9swpzYIRWnA8C5bRPaZBOcRUmPmP48qMqxDSjBO4FAAAAAAAAAALtFjlKgg6PeLUcqKQLK1GIJRK95dClqbWNiv21n1_BRF8A6AcB',
      ],
      [
        'sound',
        250,
        8,
        250,
        '34LtvLQ7mTnK3kxAJ2g8mwMqTxUPsnQKSxJvdb99inuX',
        'viDhc1A2RsdNodUF35RHF7ouEqEraLVYB1DCn7ujrVa',
        'Agk2ERYAkYLfxwEBUAAAAAAAAAPnAhpbO9ueqkcUsbq8O92uaLRi8lTu8dggi9t2d1AOrV8E-gEAAAAAAAAAAPkSDixyibkIoLC2qlZ0TEfHo-6KaKOof0BwlFyAWNTB_QT0AwAAAAAAAAAB8xmTSci9swpzYIRWnA8C5bRPaZBOcRUmPmP48qMqxDSjBO4FAAAAAAAAAALtFjlKgg6PeLUcqKQLK1GIJRK95dClqbWNiv21n1_BRF8A6AcBBOIJAQAAAAAAAAThFYu6KImjkVn9qqmleXYFPYxvhIgk9hk0vjexq2v34QoE3AsBAAAAAAAABdsBnSpCcBrFenE8O15vsrlP2hZUw5BDCOrCN4fDmJbwpwTWDQEAAAAAAAAG1ReGu3hEu0Tlm1R9bzhv4HE6eEK_mnTt_MoU20RpIru0',
      ],
      [
        'sound',
        1000,
        2,
        1000,
        '2qTbBPugXPYWAFrCdtBy8zzpeLD8AsfkE8U2hSxoDecc',
        'viDhc1A2RsdNodUF35RHF7ouEqEraLVYB1DCn7ujrVa',
        'AgP0EF8AkYLfxwEBUAAAAAAAAAPnAhpbO9ueqkcUsbq8O92uaLRi8lTu8dggi9t2d1AOrV8A6AcB',
      ],
      [
        'sound',
        1000,
        3,
        500,
        '2qUfRujuC4fvXrQ8zJVWD2SLArGMkuGKxMh5yUdyupVZ',
        '2qB7jzNyT5cR3bg8sm7TKaYrt92qwqkA9VrK4njZDRJr',
        'AkB44AIAkYLfxwECUAAAAAAAAAPnAhpbO9ueqkcUsbq8O92uaLRi8lTu8dggi9t2d1AOrV9QAAAAAAAAB88NwmOqJp2xLcT9Dh0K8OtSgJr9zvAkjPPbNMFytrY2rQDoBwEA0A8C',
      ],
      [
        'hash',
        250,
        2,
        250,
        'DGfHpLVTuLdL8vubFEF8TCKuqyrDGZAYxp6MerzJzqF',
        'QT8Sb2FDBF9AetB9eRUmu9V5X86xbmiNccxbVFztAso',
        'Ajvq7SsAkYLfxwEABPoBAAAAAAAAAASuAx-vj_KRx_THiX-6GUwC9Ys6IRSyI7WgrDV-7gnmO7A',
      ],
      [
        'hash',
        250,
        5,
        250,
        's2gWTn7pKRwkEropQAMNy9jbWFY5QauFqocEMg1D2j9',
        '25drXWmMqeB1oPSiXZnfkpeSFqkTHLzwQncta3wf55Sb',
        'AoeWUyIAkYLfxwEBQAzQiaqshORJ9afz5MD72vLQAezODi__KuhUBZUB1w8eBPoBAAAAAAAAAASuAx-vj_KRx_THiX-6GUwC9Ys6IRSyI7WgrDV-7gnmO7AE9AMAAAAAAAAAANcGAebnS_CrOCyWViO7Du0tJVaSARWRZbJ64y85iSusDgTuBQAAAAAAAAAGiQnXjlf2-0Cc6KXMWXRKs4w3Sq6OP_vMx3Q6ScDTXwTyAOgHAQ',
      ],
      [
        'hash',
        250,
        8,
        250,
        '2WqEB3Dskv419jJSVdxCJAELsYCun8E7j7kVnMGXaV85',
        '2jkXjK8jompU3mkYR24RGp2bTR7fZyYAfWMQyNdPLTAH',
        'Asz5x-IAkYLfxwEBQAzQiaqshORJ9afz5MD72vLQAezODi__KuhUBZUB1w8eBPoBAAAAAAAAAASuAx-vj_KRx_THiX-6GUwC9Ys6IRSyI7WgrDV-7gnmO7AE9AMAAAAAAAAAANcGAebnS_CrOCyWViO7Du0tJVaSARWRZbJ64y85iSusDgTuBQAAAAAAAAAGiQnXjlf2-0Cc6KXMWXRKs4w3Sq6OP_vMx3Q6ScDTXwTyAOgHAQTiCQEAAAAAAAABnBALrlXjz39Ikf8blXI8baCRjqkfvihr2jLwggnqmVccBNwLAQAAAAAAAAU_E27wMQgdc1H5ujSF9_zJuyk4SJ2iytNK3u0ASV5tQhoE1g0BAAAAAAAABUcWe_YxDsS7o8EYPjfBbEJgs01MdpUxi6PJeiIZAyKEFw',
      ],
      [
        'hash',
        1000,
        2,
        1000,
        's2gWTn7pKRwkEropQAMNy9jbWFY5QauFqocEMg1D2j9',
        '2jkXjK8jompU3mkYR24RGp2bTR7fZyYAfWMQyNdPLTAH',
        'Ak0ir1IAkYLfxwEBQAzQiaqshORJ9afz5MD72vLQAezODi__KuhUBZUB1w8eAOgHAQ',
      ],
      [
        'hash',
        1000,
        3,
        500,
        '2jqHkPShuGHjJxMUMBCnSjWngRaGX7Fjm3bLkCeCQXDQ',
        '39uigfnuFEZpH6UyEAf3rUoMs95k6FevirDQXrWxGR91',
        'ApbKAJ4AkYLfxwECQAzQiaqshORJ9afz5MD72vLQAezODi__KuhUBZUB1w8eQBnPTNv0898XLIOALTL9riReFXSwYXRgqFmlc7b4ZDTaAOgHAQDQDwI',
      ],
      [
        'defect',
        250,
        2,
        250,
        '2FaLQk84o2daVi7MMerRRJHVDvouYQc5VDHrDA3xKX8X',
        '2iqTPFrqWYcPp1UsvKH9rrmuYBcCPYiba3bB9V4WGoEr',
        'Aiicz0YAkYLfxwEABPoBAAAAAAAAAAD5Eg4scom5CKCwtqpWdExHx6PuimijqH9AcJRcgFjUwf0',
      ],
      [
        'defect',
        250,
        5,
        250,
        '2qTbBPugXPYWAFrCdtBy8zzpeLD8AsfkE8U2hSxoDecc',
        '2pdCavGsmRd6wh1C6gmPbMht7U65CaWZiHNtYaUk8ZAx',
        'ApUDBtoAkYLfxwEBQAIaWzvbnqpHFLG6vDvdrmi0YvJU7vHYIIvbdndQDq1fBPoBAAAAAAAAAAD5Eg4scom5CKCwtqpWdExHx6PuimijqH9AcJRcgFjUwf0E9AMAAAAAAAAAAfMZk0nIvbMKc2CEVpwPAuW0T2mQTnEVJj5j-PKjKsQ0owTuBQAAAAAAAAAC7RY5SoIOj3i1HKikCytRiCUSveXQpam1jYr9tZ9fwURfBugHAQAAAAAAAAPmEpdXhROgYm8aQuW4cM2AOETKPv48bqq5VApTNuYNwmw',
      ],
      [
        'defect',
        1000,
        2,
        366,
        '2qTbBPugXPYWAFrCdtBy8zzpeLD8AsfkE8U2hSxoDecc',
        '2qB7jzNyT5cR3bg8sm7TKaYrt92qwqkA9VrK4njZDRJr',
        'AsP0OHwAkYLfxwEBQAIaWzvbnqpHFLG6vDvdrmi0YvJU7vHYIIvbdndQDq1fBugHAQAAAAAAAAPmEpdXhROgYm8aQuW4cM2AOETKPv48bqq5VApTNuYNwmw',
      ],
      [
        'opaque',
        250,
        2,
        250,
        '2FaLQk84o2daVi7MMerRRJHVDvouYQc5VDHrDA3xKX8X',
        '2iqTPFrqWYcPp1UsvKH9rrmuYBcCPYiba3bB9V4WGoEr',
        'Aiicz0YAkYLfxwEABPoBAAAAAAAAAAD5Eg4scom5CKCwtqpWdExHx6PuimijqH9AcJRcgFjUwf0',
      ],
      [
        'opaque',
        250,
        5,
        250,
        '2qTbBPugXPYWAFrCdtBy8zzpeLD8AsfkE8U2hSxoDecc',
        '2T78x911VWqkKP99Rk2kgcw7MpeAbbtZ4hugyXjqnNUq',
        'Ar00oNAAkYLfxwEBEXJvdzoxMDAwBPoBAAAAAAAAAAD5Eg4scom5CKCwtqpWdExHx6PuimijqH9AcJRcgFjUwf0E9AMAAAAAAAAAAfMZk0nIvbMKc2CEVpwPAuW0T2mQTnEVJj5j-PKjKsQ0owTuBQAAAAAAAAAC7RY5SoIOj3i1HKikCytRiCUSveXQpam1jYr9tZ9fwURfAegHAQ',
      ],
      [
        'opaque',
        250,
        8,
        250,
        '34LtvLQ7mTnK3kxAJ2g8mwMqTxUPsnQKSxJvdb99inuX',
        'viDhc1A2RsdNodUF35RHF7ouEqEraLVYB1DCn7ujrVa',
        'Aqw8ticAkYLfxwEBEXJvdzoxMDAwBPoBAAAAAAAAAAD5Eg4scom5CKCwtqpWdExHx6PuimijqH9AcJRcgFjUwf0E9AMAAAAAAAAAAfMZk0nIvbMKc2CEVpwPAuW0T2mQTnEVJj5j-PKjKsQ0owTuBQAAAAAAAAAC7RY5SoIOj3i1HKikCytRiCUSveXQpam1jYr9tZ9fwURfAegHAQXiCQEAAAAAAAAE4RWLuiiJo5FZ_aqppXl2BT2Mb4SIJPYZNL43satr9-EKBdwLAQAAAAAAAAXbAZ0qQnAaxXpxPDteb7K5T9oWVMOQQwjqwjeHw5iW8KcF1g0BAAAAAAAABtUXhrt4RLtE5ZtUfW84b-BxOnhCv5p07fzKFNtEaSK7tA',
      ],
      [
        'opaque',
        1000,
        2,
        1000,
        '2qTbBPugXPYWAFrCdtBy8zzpeLD8AsfkE8U2hSxoDecc',
        'viDhc1A2RsdNodUF35RHF7ouEqEraLVYB1DCn7ujrVa',
        'Aqa1U_oAkYLfxwEBEXJvdzoxMDAwAegHAQ',
      ],
      [
        'opaque',
        1000,
        3,
        500,
        '2qUfRujuC4fvXrQ8zJVWD2SLArGMkuGKxMh5yUdyupVZ',
        '2qB7jzNyT5cR3bg8sm7TKaYrt92qwqkA9VrK4njZDRJr',
        'ArJkNe4AkYLfxwECEXJvdzoxMDAwEXJvdzoyMDAwAegHAQHQDwI',
      ],
    ],
  ],
  [
    DELEGATED,
    [
      [
        'sound',
        250,
        2,
        250,
        'iKY6NHiWAWj7fqvpiDmLiac2ktR2GSVDGXDe9BS7a1r',
        '2Q1zfKwMf2QqdCdnoer1ZvAqfHM1GgB8RAXYXKihKe2R',
        'AkNbIq0AkYLfxwEABPoBAKxp_2piMPkksjcvXtf-EpujlCKK98KCIgdv_i5WuaBJCo1Z7LszhcdZN2fuPuZsNP8clNd6by7hTCHARg4j08c',
      ],
      [
        'sound',
        250,
        5,
        250,
        'fVtCH5ibRc6E2iyoeR9jbF4nXPbQZn6SBUeRJa1FciT',
        '2KHT5XkGSQkjkTa3xxtriTb6Mp72oNMm9KtX2embnvLh',
        'AuNWy3kAkYLfxwEBgAHWEQFC1yr-4wZ5Ap1-VW9Mi1n0sBbmJj7qMx9U85yzTgnbLP_6gQDPfkfMlPProrUFj9lza_brn05CBqYSKQmcBPoBAKxp_2piMPkksjcvXtf-EpujlCKK98KCIgdv_i5WuaBJCo1Z7LszhcdZN2fuPuZsNP8clNd6by7hTCHARg4j08cE9AMArGn_amIw-SSyNy9e1_4Sm6OUIor3woIiB2_-Lla5oEkUwStsnOX2S9HS1U7VLemN-FzoXT3Pqiz3V8VSoXAI9gTuBQCsaf9qYjD5JLI3L17X_hKbo5QiivfCgiIHb_4uVrmgSR-oBrV47889LfjpLC1KWzKV08tvvwLzJawsqGQ-ygeJAOgHAQ',
      ],
      [
        'sound',
        250,
        10,
        50,
        '33iVvMUoaCQxxeyPNf5YymxSP4VowheYQCntPwanBi5j',
        '39pyfhTLkizztN3eBfW89WiUHRJxC38cByHNAWgwLhtH',
        'AgNhFIkAkYLfxwECgAHWEQFC1yr-4wZ5Ap1-VW9Mi1n0sBbmJj7qMx9U85yzTgnbLP_6gQDPfkfMlPProrUFj9lza_brn05CBqYSKQmcgAHXTCAsk2etdSY11tOJza8l33boE22I7LvsiizA5o0yYRMWNqkxjBp5Z9JhwytncxxhaIgWP0_KWB_khPQOv2RpBPoBAKxp_2piMPkksjcvXtf-EpujlCKK98KCIgdv_i5WuaBJCo1Z7LszhcdZN2fuPuZsNP8clNd6by7hTCHARg4j08cE9AMArGn_amIw-SSyNy9e1_4Sm6OUIor3woIiB2_-Lla5oEkUwStsnOX2S9HS1U7VLemN-FzoXT3Pqiz3V8VSoXAI9gTuBQCsaf9qYjD5JLI3L17X_hKbo5QiivfCgiIHb_4uVrmgSR-oBrV47889LfjpLC1KWzKV08tvvwLzJawsqGQ-ygeJAOgHAQTiCQHWEQFC1yr-4wZ5Ap1-VW9Mi1n0sBbmJj7qMx9U85yzThOKvbsqTN7dTIYhNpiYsGbbpgnEo7ShrlR4gss2aY9SBNwLAdYRAULXKv7jBnkCnX5Vb0yLWfSwFuYmPuozH1TznLNOHpSIV7g2P2A6fLylMOl5wvRexLv6HroqfNdKdpU_H3sE1g0B10wgLJNnrXUmNdbTic2vJd926BNtiOy77IoswOaNMmEIKkmVjemVRombLyBzbX9-1uPRexf4qYUuARNlqyBszgDQDwIEyhEC10wgLJNnrXUmNdbTic2vJd926BNtiOy77IoswOaNMmEeYz6De2Rn0vvFL4slPPwp1V5d4amWNm3P9QAahfErYw',
      ],
    ],
  ],
  [
    OF_MINT,
    [
      [
        'sound',
        100,
        2,
        100,
        'J3sUsuUyTMqZUyFgTvhCH5LB7F31M4D5mNuS9N2NnPy',
        'XGCFrE4Y4dz4Fj7LoMqWsRbQaNf3hQdebXPiUAv9bRW',
        'Atp-Ie0AkYLfxwEABGQA10wgLJNnrXUmNdbTic2vJd926BNtiOy77IoswOaNMmEEVU2CeBvQ_ibOi9Lcv7IDOmAy46TZva26pTqud3K0Ag',
      ],
    ],
  ],
  [
    LATEST,
    [
      [
        'sound',
        50,
        1,
        50,
        '2ZiDBNgirGssh3C1Dhzt8J4NjfGwqrvmdfA11ksoVDzt9QVxh229Giad56UeLgG9BN5ZdzfWcxpQFCPbDY2mjChW',
        '5f5ULiyYNYbjei15dTZbNUYMJN2at6pSjYBVSbXkBFzTbHH7ChRzrhzyPEFecqMakLcRJDMFd5YEQK5jTgxLx7us',
        'AllFr2gAAAGQARDB9xgAAAAATjmtr-buSJSx_vhgjUz-4BK0ysuL1l2b6njbYQ7PGP710OwzxrvDjJbieBRzb0Bi6ZPkbPRvgWxQPX0AE4BiagAAAQ',
      ],
      [
        'sound',
        50,
        2,
        50,
        '8FbetJwgTofUotpUFMkeiW9Xs54uEg4r9WjaQ5rTQQzu84jMn91sew4yZCcfuQyzxXJMHsKMYdBrkb25T3Gr5dm',
        '54ne1j18Vg8U4AzFUtAyfBLQun8wpKDv6rfi3qJQsFsA6S2JJUMoqcyk29a14sJnaQQrXgBkNC3BS9WbxK7iBxgg',
        'AmZxIoQAkYLfxwEBkAHfwPcYAAAAAOjne8_fpQO1SpQ9aU_O1cLmXsBAdKzr7WPR0daCjFAKbdXHtPfQYMTS36SEWjQ0lF6HzhCrBeSg-9ayR2fgPboAMgE',
      ],
      [
        'sound',
        50,
        3,
        30,
        'bGCvQS41gdMKqdjGrkQguXKkZLUjVVKEqoT4tCpxmiTLkqsGWvyPg6cPCSLU57Ua1BLgtRNni8RsEDfBDoMpFVu',
        '5ZYj4bBLVF6dTncEdoiGm8rnkZNtFGT2BDcRLRT6g6w4DUMceNQrXsdNwphT8FSxFaNadeQz4mAUgwZcvvwmQKNA',
        'AtEGuR0AkYLfxwECkAHfwPcYAAAAAOjne8_fpQO1SpQ9aU_O1cLmXsBAdKzr7WPR0daCjFAKbdXHtPfQYMTS36SEWjQ0lF6HzhCrBeSg-9ayR2fgPbqQAa3A9xgAAAAAy1VpjMR8DKAB1W1i8oiaKfrUoSIZ33xd3jTGDY1_q8qM5Zk2orLNDc5hqoZV7YUIb_XL83beKgZLVjKvx_xImQAyAQBkAg',
      ],
    ],
  ],
]

export const OLDER_CURSORS: readonly OlderCursor[] = RECORDED.flatMap(([{ method, params }, recorded]) =>
  recorded.map(([paging, limit, page, rows, first, last, cursor]) => ({
    paging,
    method,
    params: { ...params, limit },
    cursor,
    page,
    rows,
    first,
    last,
  })),
)
