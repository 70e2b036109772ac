import { subjectFileHandlers } from '@/lib/api/handlers'
import { pageOfPreview } from '@/lib/page/address'
import { answerPreview } from '@/lib/site/preview/answer'

export const { GET, HEAD, OPTIONS } = subjectFileHandlers('/preview/[...page]', pageOfPreview, answerPreview)
