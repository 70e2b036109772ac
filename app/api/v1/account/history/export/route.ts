import { answerAccountExport } from '@/lib/account/export-api'
import { routeHandlers } from '@/lib/api/handlers'
import { keptCells } from '@/lib/transaction/kept'

export const { GET, HEAD, OPTIONS } = routeHandlers(answerAccountExport.bind(null, keptCells))
