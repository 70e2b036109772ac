import './conformance.test'
