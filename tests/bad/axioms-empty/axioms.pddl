; none
