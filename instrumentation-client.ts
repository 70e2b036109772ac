/*
 * Next.js runs this file before anything of its own. It would run its router, React and the beginning of hydration in one
 * task; a phone is to answer touches in between. What is taken here need not be run there: React in this task, the
 * router's modules in the next one, hydration behind it, where a page comes with a pause. lib/server/framework/paint-first.ts
 */
import 'react-dom/client'

setTimeout(() => require('next/navigation'))
