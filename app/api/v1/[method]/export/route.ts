import { routeHandlers } from '@/lib/api/handlers'
import { answerExport } from '@/lib/listing/export/export-api'

export const { GET, HEAD, OPTIONS } = routeHandlers(answerExport)
