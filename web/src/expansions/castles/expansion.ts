export { box as expansion } from '../../boxes/buildings/box';
