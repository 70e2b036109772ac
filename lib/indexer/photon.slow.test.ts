import './photon.test'
