import { routeHandlers } from '@/lib/api/handlers'
import { answerExport } from '@/lib/listing/export/export-api'
import { keptCells } from '@/lib/transaction/kept'

export const { GET, HEAD, OPTIONS } = routeHandlers(answerExport.bind(null, keptCells))
