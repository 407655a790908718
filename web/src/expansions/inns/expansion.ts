export { box as expansion } from '../../boxes/bigbox/box';
