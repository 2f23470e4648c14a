// All that the page says in this language, by its parts.
import around from "./around.json";
import common from "./common.json";
import table from "./table.json";

export default { ...common, ...table, ...around };
